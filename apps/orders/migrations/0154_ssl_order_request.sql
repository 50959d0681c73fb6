-- The request whose work is being done (X-Request-Id) and the step of its trace (traceparent of W3C Trace Context). Null when
-- the platform acts by itself, such as before a renewal.
alter table ssl_order add column request text, add column trace text;
