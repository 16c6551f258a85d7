"""The report as a page that people look at, and the certificate of a release."""
