"""The report as a page that people look at: one HTML file without network, and a certificate for a
release.
"""
