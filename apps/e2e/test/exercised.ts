import { errors, type ErrorName } from '@nameyard/contracts/errors'
import { routes, type RoutedOperation } from '@nameyard/contracts/operations'
import { queryParameters } from '@nameyard/contracts/primitives/query'
import type { Envelope } from '../src/https-client'

/** Literal paths first: in `/v1/dns/nameservers/groups`, `groups` is not the name of a nameserver. */
const literalFirst = [...routes].sort((one, other) => parametersOf(one) - parametersOf(other))

/** Records the requests and answers of a test file. Returns the refusals and query fields that no test has tried. */
export class Exercised {
  /** Ids of operations that have succeeded. */
  private readonly done = new Set<string>()
  /** `operation error name` and `operation query field`; a field counts when the request with it succeeded. */
  private readonly seen = new Set<string>()

  note(method: string, url: string, status: number, { code, desc }: Envelope): void {
    const { pathname, searchParams } = new URL(url, 'http://gateway')
    const operation = literalFirst.find((each) => each.method === method && shapeOf(each).test(pathname))
    if (!operation) return
    if (status === 200) {
      this.done.add(operation.id)
      for (const name of searchParams.keys()) this.seen.add(`${operation.id} query ${name}`)
    }
    for (const name of operation.errors) {
      const { code: own, desc: sentence } = errors[name as ErrorName]
      if (own === code && sentenceOf(sentence).test(desc)) this.seen.add(`${operation.id} error ${name}`)
    }
  }

  /** Returns what no request has tried of the operations whose ids begin with `area`: success, errors and query fields. */
  untried(area: string): string[] {
    return routes
      .filter(({ id }) => id.startsWith(`${area}.`))
      .flatMap((operation) => [
        ...(this.done.has(operation.id) ? [] : [`${operation.id} success`]),
        ...[...operation.errors.map((name) => `${operation.id} error ${name}`)].filter((each) => !this.seen.has(each)),
        ...[...queryParameters(operation.query).keys()]
          .map((name) => `${operation.id} query ${name}`)
          .filter((each) => !this.seen.has(each)),
      ])
  }
}

function parametersOf({ path }: RoutedOperation): number {
  return path.split(':').length
}

function shapeOf({ path }: RoutedOperation): RegExp {
  return new RegExp(`^${path.replace('/v1', '/v1(beta)?').replaceAll(/:\w+/g, '[^/]+')}/?$`)
}

/** Matches the sentence of a refusal: several refusals share one code. A long sentence ends with `…`. */
function sentenceOf(desc: string): RegExp {
  const words = desc
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${words}$|…$`)
}
