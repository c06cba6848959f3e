-- What is kept for so long is found by its age. Only adds: the version that knows 0012 reads and writes as before.
CREATE INDEX audit_log_at ON audit_log (at);
