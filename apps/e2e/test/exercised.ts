import { errors, type ErrorName } from '@nameyard/contracts/errors'
import { routes, type RoutedOperation } from '@nameyard/contracts/operations'
import { queryParameters } from '@nameyard/contracts/primitives/query'
import type { Envelope } from '../src/https-client'

/** `/v1/dns/nameservers/groups` is no nameserver of that name. */
const literalFirst = [...routes].sort((one, other) => parametersOf(one) - parametersOf(other))

/** What a door was asked and how it answered: shows which refusals and query fields of an operation nobody has tried. */
export class Exercised {
  /** Ids of operations that have done something. */
  private readonly done = new Set<string>()
  /** `operation error name` and `operation query field`; a field counts when the request with it succeeded. */
  private readonly seen = new Set<string>()

  note(method: string, url: string, status: number, { code, desc }: Envelope): void {
    const { pathname, searchParams } = new URL(url, 'http://door')
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

  /** What the operations of an area promise and no request of this file has shown, by what their ids begin with. */
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

/** Sentences of one code are told apart by their words; a long one ends with `…`. */
function sentenceOf(desc: string): RegExp {
  const words = desc
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${words}$|…$`)
}
