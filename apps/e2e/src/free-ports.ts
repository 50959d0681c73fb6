import type { Ports } from '@nameyard/embedded/platform/settings'
import { freePort } from '@nameyard/testing/free-port'

/** Returns four different free ports. */
export async function freePorts(): Promise<Ports> {
  const [https, dns, epp, control] = await Promise.all(Array.from({ length: 4 }, freePort))
  return { https: https!, dns: dns!, epp: epp!, control: control! }
}
