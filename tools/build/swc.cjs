/** The one compiler setting of the house: TypeScript to CommonJS for Node 20, decorator metadata for Nest. */
module.exports = {
  swcrc: false,
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
  sourceMaps: true,
}
