-- The step of a trace that submitted the operation (traceparent of W3C Trace Context); null without tracing.
alter table operation add column trace text;
