-- The step of a trace that staged the message (traceparent of W3C Trace Context); null without tracing.
alter table outbox add column trace text;
