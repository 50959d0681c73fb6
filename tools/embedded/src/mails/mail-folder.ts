import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/** A mail of the platform, as a person reads it. */
export interface FolderMail {
  /** The name of its file without `.eml`. */
  readonly id: string
  readonly to: string
  readonly from: string
  readonly subject: string
  /** The date in the mail (RFC 5322), in the time of the platform. */
  readonly date: string
  readonly text: string
  readonly html: string
}

/** More mails than a person reads; older ones stay in the folder. */
const SHOWN = 200

/** Returns the mails in a folder, the newest first. A folder that does not exist has none. */
export async function listMails(folder: string): Promise<FolderMail[]> {
  const found = await Promise.all((await namesIn(folder)).map(async (id) => ({ id, at: await writtenAt(folder, id) })))
  const newest = found.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).slice(0, SHOWN)
  const mails = await Promise.all(newest.map(({ id }) => readMail(folder, id)))
  return mails.filter((mail) => mail !== undefined)
}

/** Returns a mail, or undefined if no mail in the folder has this name. */
export async function findMail(folder: string, id: string): Promise<FolderMail | undefined> {
  // A name that is in the folder cannot lead out of it.
  return (await namesIn(folder)).includes(id) ? readMail(folder, id) : undefined
}

async function namesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(unlessGone([]))
  return files.flatMap((file) => (file.endsWith('.eml') ? [file.slice(0, -'.eml'.length)] : []))
}

async function writtenAt(folder: string, id: string): Promise<number> {
  const entry = await stat(join(folder, `${id}.eml`)).catch(unlessGone(undefined))
  return entry?.mtimeMs ?? 0
}

async function readMail(folder: string, id: string): Promise<FolderMail | undefined> {
  const source = await readFile(join(folder, `${id}.eml`)).catch(unlessGone(undefined))
  if (!source) return undefined
  const { from, to = [], subject = '', date = '', text = '', html = '' } = await PostalMime.parse(source)
  return { id, to: to.map(printed).join(', '), from: from ? printed(from) : '', subject, date, text, html }
}

/** A developer may empty the folder while it is read. */
const unlessGone =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }

function printed({ name, address }: NonNullable<Email['from']>): string {
  return name ? `${name} <${address}>` : (address ?? '')
}
