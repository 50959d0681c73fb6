import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { findActors } from '@nameyard/contracts/access/find-actors'
import { fail } from '@nameyard/contracts/errors'
import { createWebhook } from '@nameyard/contracts/events/webhooks/create-webhook'
import type { Actor, Call } from '@nameyard/contracts/operation'
import { demandRight, isOpenTo } from '@nameyard/contracts/rights'
import { Rpc } from '@nameyard/messaging/rpc'
import { Clock } from '@nameyard/runtime/clock'
import type { Creator } from './webhook.store'

/** Milliseconds for which an answer about rights is used: a subscription ends about as fast as a token. */
const FRESH_MS = 1_000

/** Milliseconds that an answer may take. */
const ANSWER_MS = 10_000

/** What the creator of a webhook may do now, or why the webhook ends. */
export type Standing = { readonly actor: Actor } | { readonly ended: string }

interface Known {
  readonly at: number
  readonly actor: Actor | undefined
}

type Bearer = Pick<Creator, 'contactId' | 'keyId'> & { readonly account: number }

const keyOf = ({ account, contactId, keyId }: Bearer): string => `${account} ${contactId} ${keyId ?? ''}`

/** The rights of those who created webhooks, as they are now. The customers service knows them. */
@Injectable()
export class Creators {
  private known = new Map<string, Known>()

  constructor(
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  /** Returns the caller as the creator of a webhook. Refuses one who may not read events, or whom nothing outlives. */
  async of(call: Call): Promise<Creator> {
    const { actor } = call
    if (!actor) fail('authentication_failed')
    demandRight(call, 'read')
    const creator = {
      contactId: actor.contactId,
      keyId: actor.keyId ?? null,
      username: actor.username,
      scope: actor.scope,
    }
    const [standing] = await this.standings([{ ...creator, account: actor.resellerId }])
    if ('ended' in standing!) fail('access_denied')
    return creator
  }

  /** Returns what each creator may do now, in the given order. */
  async standings(creators: readonly (Creator & { readonly account: number })[]): Promise<Standing[]> {
    const actors = await this.actorsOf(creators)
    return creators.map((creator) => standingOf(creator, actors.get(keyOf(creator))))
  }

  /**
   * The actors of bearers; those who may not use the API any more have none. What is fresh now is the answer of this call,
   * although other calls forget it while this one waits.
   */
  private async actorsOf(bearers: readonly Bearer[]): Promise<ReadonlyMap<string, Actor | undefined>> {
    const now = this.clock.machineMs()
    this.known = new Map([...this.known].filter(([, { at }]) => Math.abs(now - at) < FRESH_MS))
    const actors = new Map([...this.known].map(([key, { actor }]) => [key, actor]))
    const unknown = new Map(bearers.map((bearer) => [keyOf(bearer), bearer]))
    for (const key of actors.keys()) unknown.delete(key)
    if (unknown.size === 0) return actors
    const asked = [...unknown.values()].map(({ contactId, keyId }) => ({
      contactId,
      ...(keyId !== null && { keyId }),
    }))
    const call = { correlationId: randomUUID(), deadline: now + ANSWER_MS }
    const answer = await this.rpc.call(findActors, { bearers: asked }, call)
    const found = new Map(
      answer.actors.map((actor) => [
        keyOf({ account: actor.resellerId, contactId: actor.contactId, keyId: actor.keyId ?? null }),
        actor,
      ]),
    )
    for (const key of unknown.keys()) {
      actors.set(key, found.get(key))
      this.known.set(key, { at: now, actor: found.get(key) })
    }
    return actors
  }
}

function standingOf({ scope, keyId }: Creator, actor: Actor | undefined): Standing {
  if (!actor) {
    return {
      ended: keyId === null ? 'its user may not use the API any more' : 'its API key is not valid any more',
    }
  }
  const rights = actor.scope.filter((right) => scope.includes(right))
  if (!isOpenTo(createWebhook, actor) || !rights.includes('read') || !rights.includes('write')) {
    return { ended: 'its user may not have webhooks any more' }
  }
  return { actor: { ...actor, scope: rights } }
}
