"""Privacy models, the classes that they judge, and the risk that is left."""
