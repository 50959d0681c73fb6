import type { ConfirmChannel, GetMessage } from 'amqplib'
import type { Attachment, Channels } from './connection'
import { copy, deadLetterHeadersOf } from './message-receiver'
import { deadExchange, deadQueue, earlierDeadQueue, type Topology } from './topology'

/** Reply codes of the broker. Without the queue, or while another process moves its letters, there is nothing to do. */
const NOT_ALLOWED = 403
const NOT_FOUND = 404
const LOCKED = 405

/** Moves dead letters of an earlier release when a service connects. With a fixed topology only an operator may do it. */
export class DeadLetterAdoption implements Attachment {
  constructor(
    private readonly service: string,
    private readonly topology: Topology,
  ) {}

  async up(channels: Channels): Promise<void> {
    if (!this.topology.isFixed) await adoptDeadLetters(channels, this.topology, this.service)
  }
}

/**
 * Moves the dead letters that an earlier release has kept to the queue of this one, and removes their old queue. Returns
 * their number. A letter leaves the old queue when the broker has confirmed its copy, so none is lost; one that exists
 * twice after a crash is recognized by its id when it is handled.
 */
export async function adoptDeadLetters(channels: Channels, topology: Topology, service: string): Promise<number> {
  const channel = await channels.openApart()
  const queue = earlierDeadQueue(service)
  let moved = 0
  try {
    await channel.checkQueue(queue)
    await topology.assertDead(channel, service)
    // Held by one process at a time: another one may have taken letters that are not yet copied when the queue is removed.
    await channel.assertQueue(`${queue}.adoption`, { exclusive: true, autoDelete: true })
    await channel.unbindQueue(queue, deadExchange, service)
    for (let letter = await channel.get(queue); letter; letter = await channel.get(queue)) {
      await move(channel, service, letter)
      moved++
    }
    await channel.deleteQueue(queue, { ifEmpty: true })
    await channel.close()
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    if (code === NOT_ALLOWED)
      throw new Error(`The user of the broker may not remove the queue ${queue}; use the URL of an administrator.`, {
        cause: error,
      })
    if (code !== NOT_FOUND && code !== LOCKED) throw error
  }
  return moved
}

async function move(channel: ConfirmChannel, service: string, letter: GetMessage): Promise<void> {
  await copy(channel, '', deadQueue(service), letter, deadLetterHeadersOf(letter))
  channel.ack(letter)
}
