import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

/**
 * The schemas of registries are not part of this project. `EPP_SCHEMAS` names a folder with `epp-xsd` (the schemas of the
 * RFCs) and `registries/xsd`, which has a folder for each registry.
 */
const folder = resolve(process.env.EPP_SCHEMAS ?? '')
const base = join(folder, 'epp-xsd')
const sets = join(folder, 'registries/xsd')

/** Why frames of a registry cannot be checked here; undefined when they can. */
export function obstacleToSchemas(set: string): string | undefined {
  if (process.env.EPP_SCHEMAS === undefined) return 'EPP_SCHEMAS names no folder of schemas'
  if (spawnSync('xmllint', ['--version']).error) return 'there is no xmllint (libxml2-utils)'
  const missing = [base, join(sets, set)].find((each) => !existsSync(each))
  return missing && `EPP_SCHEMAS has no ${missing.slice(folder.length + 1)}`
}

/**
 * Checks frames against the schemas of the RFCs and those of one registry. Returns the messages of xmllint about invalid
 * ones.
 */
export function invalidFrames(set: string, frames: readonly string[]): readonly string[] {
  const scratch = mkdtempSync(join(tmpdir(), 'schemas-'))
  try {
    const driver = join(scratch, 'driver.xsd')
    writeFileSync(driver, driverOf(set))
    const files = frames.map((frame, index) => {
      const file = join(scratch, `${index}.xml`)
      writeFileSync(file, frame)
      return file
    })
    execFileSync('xmllint', ['--noout', '--nonet', '--schema', driver, ...files], { stdio: 'pipe' })
    return []
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer }
    if (!stderr) throw error
    const faults = stderr.toString().split('\n')
    return faults.filter((line) => /error/.test(line)).map((line) => line.replace(/^.*\/(\d+\.xml)/, '$1'))
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/**
 * The frames of a sandbox registry in its frames folder (`SANDBOX_FRAMES_FOLDER`) that must be valid: every answer, and
 * every request that was not refused.
 */
export function framesIn(frames: string): readonly string[] {
  return (
    readdirSync(frames)
      .filter((name) => name.endsWith('.response.xml') || /\.1\d{3}\.request\.xml$/.test(name))
      .map((name) => readFileSync(join(frames, name), 'utf8'))
      // One that is just being written is empty. The folder has no schema of maintenances (RFC 9167).
      .filter((frame) => frame !== '' && !frame.includes('<maint:'))
  )
}

/** A schema that imports all others. A schema may use those before it, so shared types come first. */
function driverOf(set: string): string {
  const own = xsdIn(join(sets, set))
  const shared = own.filter((file) => /com-\d|common|euridcom|fredcom/.test(basename(file)))
  const ordered = [...xsdIn(base).sort(byDependence), ...shared, ...own]
  const imports = new Map<string, string>()
  for (const file of ordered) {
    const [, namespace] = /targetNamespace\s*=\s*["']([^"']+)/.exec(readFileSync(file, 'utf8')) ?? []
    if (namespace !== undefined && !imports.has(namespace)) imports.set(namespace, file)
  }
  const lines = [...imports].map(([ns, file]) => `<import namespace="${ns}" schemaLocation="${file}"/>`)
  return `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:driver">${lines.join('')}</schema>`
}

const first = ['eppcom', 'epp', 'host', 'contact', 'domain', 'xmldsig', 'mark', 'signedMark']

function byDependence(one: string, other: string): number {
  const rank = (file: string) => {
    const index = first.findIndex((name) => basename(file).startsWith(`${name}-`))
    return index < 0 ? first.length : index
  }
  return rank(one) - rank(other)
}

function xsdIn(path: string): string[] {
  return readdirSync(path)
    .filter((name) => name.endsWith('.xsd') && name !== 'all.xsd')
    .map((name) => join(path, name))
}
