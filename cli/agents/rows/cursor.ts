/**
 * https://cursor.com/docs, as the guides of several gateways repeat it in November 2026: settings
 * of models are in a database of the editor's own, and its servers make the calls.
 */
import { words } from '../../words'
import type { Agent } from '../agent'
import { inHome } from '../home'

export const cursor: Agent = {
  id: 'cursor',
  name: 'Cursor',
  binaries: ['cursor'],
  folder: (env) => inHome(env, '.cursor'),
  models: [],
  smallModels: [],
  files: () => [],
  steps: ({ url, key, model }) => [
    words`Cursor Settings, Models, API Keys: turn on OpenAI API Key and paste ${key}`,
    words`turn on Override OpenAI Base URL: ${`${url}/v1`}`,
    words`Add Custom Model: ${model}`,
    words`the calls come from Cursor's servers, which have to reach this address`,
  ],
}
