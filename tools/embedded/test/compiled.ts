import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { transformFileSync, type Options } from '@swc/core'

const options = require('../../build/swc.cjs') as Options
const source = resolve(__dirname, '../src')

/** Compiles tools/embedded into a folder, so that tests can start its processes without a build of the monorepo. */
export function compileInto(folder: string): string {
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue
    const target = join(folder, name.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, transformFileSync(join(source, name), options).code)
  }
  return folder
}
