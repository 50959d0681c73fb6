const swc = require('./tools/build/swc.cjs')

module.exports = {
  testEnvironment: require.resolve('./tools/suite/one-realm-environment.cjs'),
  runtime: require.resolve('./tools/suite/shared-modules.cjs'),
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.spec.ts'],
  moduleFileExtensions: ['ts', 'js', 'json'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', { ...swc, sourceMaps: 'inline' }],
  },
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons', '@nameyard/source'] },
}
