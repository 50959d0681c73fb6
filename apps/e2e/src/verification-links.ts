import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@nameyard/testing/eventually'

/** Returns the paths of the links in the verification mails of a folder, by address. */
async function verificationLinks(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.eml'))
  const links = new Map<string, string>()
  for (const file of files) {
    const mail = (await readFile(join(folder, file), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=')
    const to = /^To: (\S+)\r$/m.exec(mail)?.[1]
    const path = /\/verify\/[\w-]+/.exec(mail)?.[0]
    if (to !== undefined && path !== undefined) links.set(to, path)
  }
  return links
}

/** Waits for the mails that ask to confirm addresses, and confirms them as the registrants do. */
export async function confirmAddresses(
  { url, mails }: { readonly url: string; readonly mails: string },
  addresses: readonly string[],
): Promise<void> {
  const links = await eventually(
    async () => {
      const found = await verificationLinks(mails)
      return addresses.every((address) => found.has(address)) && found
    },
    `the mails that ask to confirm ${addresses.join(', ')}`,
  )
  for (const address of addresses) {
    const { ok, status } = await fetch(new URL(links.get(address)!, url), { method: 'POST' })
    if (!ok) throw new Error(`${address} was not confirmed: ${status}`)
  }
}
