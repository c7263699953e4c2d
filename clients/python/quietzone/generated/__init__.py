"""Code made from the OpenAPI documents of the service."""
