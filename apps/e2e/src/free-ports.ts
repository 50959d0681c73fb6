import type { Ports } from '@nameyard/embedded/platform/settings'
import { freePort } from '@nameyard/testing/free-port'

/** Returns five different free ports. */
export async function freePorts(): Promise<Ports> {
  const [https, dns, epp, control, rri] = await Promise.all(Array.from({ length: 5 }, freePort))
  return { https: https!, dns: dns!, epp: epp!, control: control!, rri: rri! }
}
