import { routes, type RoutedOperation } from '@nameyard/contracts/operations'
import type { InProcess } from './in-process'

/** What the API description of a gateway says. */
export interface ApiDescription {
  /** The operations that it lists. */
  readonly operations: readonly RoutedOperation[]
  /** The published example of a request body; undefined for an operation without one. */
  exampleOf(operation: RoutedOperation): object | undefined
}

/** Reads the API description of a platform. */
export async function descriptionOf({ ask }: InProcess): Promise<ApiDescription> {
  const described = (await ask('GET', '/v1/openapi.json')).json as unknown as Description
  const byId = new Map(
    Object.values(described.paths)
      .flatMap((methods) => Object.values(methods))
      .map((each) => [each.operationId, each]),
  )
  return {
    operations: routes.filter(({ id }) => byId.has(id)),
    exampleOf: ({ id }) => byId.get(id)!.requestBody?.content['application/json'].examples.usual.value,
  }
}

interface Description {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        requestBody?: { content: { 'application/json': { examples: { usual: { value: object } } } } }
      }
    >
  >
}
