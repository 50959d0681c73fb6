import type { TracingSettings } from './settings'
import type { Report, Tracer } from './span'

/**
 * Returns the tracer of a service; undefined if the installation has no collector. Only then is OpenTelemetry loaded: it
 * costs memory and time at the start.
 */
export async function openTracer(
  service: string,
  settings: TracingSettings,
  report: Report,
): Promise<Tracer | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings
  if (endpoint === undefined) return undefined
  // TypeScript demands the extension of the compiled file for a relative path here, and tests run the source.
  // eslint-disable-next-line @nx/enforce-module-boundaries
  const { OtlpTracer } = await import('@nameyard/tracing/otlp-tracer')
  const { OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_TRACES_SAMPLER_ARG: share } = settings
  return new OtlpTracer(service, { url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers, share, report })
}
