/** Builds the console. Paths of calls come from the contract rows, as a table in the bundle. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ENDPOINTS } from '../server/domain/endpoints'

const ENDPOINT_ROUTES = Object.fromEntries(
  ENDPOINTS.map(({ id, method, path }) => [id, `${method} ${path}`]),
)

/** Where `vite` in development finds the API. */
const GATEWAY = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: { ENDPOINT_ROUTES: JSON.stringify(ENDPOINT_ROUTES) },
  server: {
    proxy: Object.fromEntries(['/api', '/v1', '/pg'].map((path) => [path, GATEWAY])),
  },
  build: {
    target: 'es2023',
    // Inlined images would need data: in the content policy of fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ }],
        },
      },
    },
  },
})
