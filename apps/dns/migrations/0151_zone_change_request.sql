-- `request`: the request that made the change (X-Request-Id), null for a change of the platform itself. `trace`: the step of
-- a trace that made it (traceparent of W3C Trace Context), null without tracing. `published_at`: when every name server
-- answered this version; null while none is known to, and for good if a later version was published instead. `served`: a
-- JSON array of the name servers (`server`) and when each answered it (`at`, ISO 8601).
alter table zone_change add column request text, add column trace text, add column published_at timestamptz,
  add column served jsonb;
