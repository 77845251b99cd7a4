/** Builds the console. Paths of calls come from the contract rows, as a table in the bundle. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ENDPOINTS } from '../server/domain/endpoints'

const ENDPOINT_ROUTES = Object.fromEntries(
  ENDPOINTS.map(({ id, method, path }) => [id, `${method} ${path}`]),
)

/** Where `vite` in development finds the API. */
const GATEWAY = 'http://127.0.0.1:3000'

/** Everything but what single pages bring, which stays with them. */
const MOSTLY_NEEDED = /[\\/](?:node_modules|web|server)[\\/]/
/** Parts of so many pages are needed by all of them sooner or later. */
const MOST_PAGES = 14

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
          // A file of its own for every icon and part would be a hundred requests for a page.
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
              priority: 3,
            },
            // What every page needs before it is shown.
            { name: 'frame', tags: ['$initial'], priority: 2 },
            { name: 'icons', test: /[\\/]octicons-react[\\/]/, minShareCount: 4 },
            { name: 'shared', test: MOSTLY_NEEDED, minShareCount: MOST_PAGES },
          ],
        },
      },
    },
  },
})
