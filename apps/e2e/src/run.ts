import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

export const root = resolve(__dirname, '../../..')

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Longer than any program that the tests run. */
const PATIENCE_MS = 150_000

/** Runs a program in the checkout until it ends. */
export function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return new Promise((done, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...environment },
      timeout: PATIENCE_MS,
    })
    const text = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => (text.stdout += String(chunk)))
    child.stderr.on('data', (chunk) => (text.stderr += String(chunk)))
    child.once('error', reject).once('close', (code) => done({ code, ...text }))
  })
}

/** Runs a Node program. Throws its output when it fails. */
export async function node(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<string> {
  const { code, stdout, stderr } = await run(process.execPath, args, environment)
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}\n${stdout}${stderr}`)
  return stdout
}
