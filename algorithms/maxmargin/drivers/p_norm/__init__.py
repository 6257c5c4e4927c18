"""The driver of ALMA for norms other than the Euclidean norm."""
