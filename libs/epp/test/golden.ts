import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { decodeAnswer } from '../src/answer'
import { encodeCommand, type Command } from '../src/command'
import { decodeResponse, type Response } from '../src/response'

const golden = (name: string) => join(__dirname, '../golden', `${name}.xml`)

export const readGolden = (name: string) => readFileSync(golden(name), 'utf8')

/** Compares bytes. `UPDATE_GOLDEN=1 npx jest --selectProjects libs/epp` rewrites the files. */
export function expectGolden(name: string, xml: string): void {
  if (process.env.UPDATE_GOLDEN) {
    mkdirSync(dirname(golden(name)), { recursive: true })
    writeFileSync(golden(name), xml)
  }
  expect(xml).toBe(readGolden(name))
}

/** Declares a test for each command: it is printed as the golden request of that name. */
export function itPrints(requests: Readonly<Record<string, Command<unknown>>>): void {
  it.each(Object.entries(requests))('prints %s', (name, command) => {
    expectGolden(`request/${name}`, encodeCommand(command, 'op-0001-1'))
  })
}

/** The golden response of that name as the answer to the command. */
export function answerTo<Data>(command: Command<Data>, name: string): Response<Data> {
  return decodeResponse(command, decodeAnswer(readGolden(`response/${name}`)))
}

/** The data of a successful golden response for the command. */
export function dataOf<Data>(command: Command<Data>, name: string): Data {
  const response = answerTo(command, name)
  if (response.outcome !== 'done') throw new Error(response.outcome)
  return response.data
}

/** The data of a successful answer with these elements. */
export function answerFrom<Data>(
  command: Command<Data>,
  { resData, extension }: { readonly resData: string; readonly extension: string },
): Data {
  const document = `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="1000"><msg>ok</msg></result>
    <resData>${resData}</resData><extension>${extension}</extension>
    <trID><clTRID>op-1</clTRID><svTRID>sv-1</svTRID></trID></response></epp>`
  const response = decodeResponse(command, decodeAnswer(document))
  if (response.outcome !== 'done') throw new Error(response.outcome)
  return response.data
}
