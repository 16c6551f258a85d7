"""A run over a collection of documents: outcomes in order, a journal to go on from, forms shared by all documents."""
