import type { Connection } from './connection'
import { rpcQueue } from './topology'

/** How many processes of a service answer requests now; 0 if it has never run on this broker. */
export async function replicasOf({ channels }: Connection, service: string): Promise<number> {
  if (!channels) throw new Error('no broker')
  const channel = await channels.openApart()
  try {
    const { consumerCount } = await channel.checkQueue(rpcQueue(service))
    await channel.close()
    return consumerCount
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 404) return 0
    throw error
  }
}
