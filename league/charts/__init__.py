"""Drawings from plain data: QR codes and papers to print. No Django here."""
