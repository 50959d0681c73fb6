import { z } from 'zod'

/** The settings of traces; the names are those of OpenTelemetry. */
export const tracingSettings = {
  /** Base URL of an OTLP/HTTP collector; `/v1/traces` is added. Without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Headers for the collector, such as its token: `name=value`, separated by commas, values percent-encoded. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform((text, context) => {
      const headers = headersIn(text)
      if (headers) return headers
      context.addIssue({ code: 'custom', message: 'must be name=value, separated by commas' })
      return z.NEVER
    }),
  /** Share of the requests that are traced, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.01),
}

export interface TracingSettings {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  readonly OTEL_EXPORTER_OTLP_HEADERS: Readonly<Record<string, string>>
  readonly OTEL_TRACES_SAMPLER_ARG: number
}

function headersIn(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {}
  for (const entry of text.split(',')) {
    if (entry.trim() === '') continue
    const [, name, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(entry) ?? []
    if (name === undefined || value === undefined) return undefined
    try {
      headers[name] = decodeURIComponent(value)
    } catch {
      return undefined
    }
  }
  return headers
}
