"""The dual driver: weights in a kernel's space, represented by their products with all patterns."""
