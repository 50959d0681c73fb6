interface File {
  readonly path: string
}

declare class Sequencer {
  constructor(options: object)
  sort<Test extends File>(tests: readonly Test[]): Test[]
}

export = Sequencer
