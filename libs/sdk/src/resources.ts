import type { Answer, InputGiven } from '@nameyard/contracts/operation'
import type { RoutedOperation } from '@nameyard/contracts/operations'
import type { CallOptions } from './call-options'
import type { Listed } from './each'

type Camel<Words extends string> = Words extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Words
type Resource<Id> = Id extends `${infer Name}.${string}` ? Camel<Name> : never
type Verb<Id, Of> = Id extends `${infer Name}.${infer Verb}` ? (Camel<Name> extends Of ? Camel<Verb> : never) : never
type Arguments<Given> = object extends Given ? [input?: Given, options?: CallOptions] : [Given, options?: CallOptions]

/**
 * One method per operation, by its id: `domains.create` is `client.domains.create(input)`. For lists, `each` iterates over
 * all pages. The package contains these types with the descriptions of the contract.
 */
export type Resources = {
  readonly [Of in Resource<RoutedOperation['id']>]: {
    readonly [O in RoutedOperation as Verb<O['id'], Of>]: (...given: Arguments<InputGiven<O>>) => Promise<Answer<O>>
  } & {
    readonly [O in RoutedOperation as Walk<O, Of>]: (...given: Arguments<InputGiven<O>>) => AsyncIterable<Listed<O>>
  }
}
type Walk<O extends RoutedOperation, Of> = [Verb<O['id'], Of>, Listed<O>] extends ['list', infer Item]
  ? [Verb<O['id'], Of>] extends [never]
    ? never
    : [Item] extends [never]
      ? never
      : 'each'
  : never
