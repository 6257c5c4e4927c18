"""The multiclass driver: one weight for every class, learned together in a kernel's space."""
