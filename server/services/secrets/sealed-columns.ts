/** Everything that is stored sealed, apart from what channels hold. */
import type { SealedColumn } from '../../../db/tables/resealing'
import { isOptionKey, optionRow } from '../../domain/options'
import { ANSWER_PURPOSE } from '../idempotency'
import { APPLIED_PURPOSE } from '../manifests/applied-purpose'
import { CONTACT_POINT_PURPOSE } from '../notifications/contact-points/receiver'
import { WEBHOOK_SECRET_PURPOSE } from '../notifications/setting'
import { OPTION_PURPOSE } from '../options/purpose'
import { TOTP_PURPOSE } from '../second-factor/prove'
import { RESPONSE_PURPOSE } from '../stored-responses/sealed-text'
import { TOKEN_KEY_PURPOSE } from '../tokens/view'
import { withSettingSecrets } from '../transfer/setting-secrets'

export interface SealedPlace extends SealedColumn {
  readonly purpose: string
  /** Whether a row that looks so is one. */
  readonly isSealed?: (at: readonly (string | number)[]) => boolean
  /** Applies `change` to the sealed text within the column's. */
  readonly within?: (text: string, change: (sealed: string) => string) => string
}

const STORED_BY_USER = { key: ['user_id', 'id'], purpose: RESPONSE_PURPOSE } as const

export const SEALED_PLACES: readonly SealedPlace[] = [
  { table: 'tokens', key: ['id'], column: 'key_sealed', purpose: TOKEN_KEY_PURPOSE },
  { table: 'second_factors', key: ['id'], column: 'secret_sealed', purpose: TOTP_PURPOSE },
  {
    table: 'identity_providers',
    key: ['id'],
    column: 'client_secret_sealed',
    purpose: OPTION_PURPOSE,
  },
  {
    table: 'contact_points',
    key: ['id'],
    column: 'secrets_sealed',
    purpose: CONTACT_POINT_PURPOSE,
  },
  {
    table: 'applied_fields',
    key: ['section', 'name', 'field'],
    column: 'hash_sealed',
    purpose: APPLIED_PURPOSE,
  },
  {
    table: 'options',
    key: ['key'],
    column: 'value',
    purpose: OPTION_PURPOSE,
    isSealed: ([key]) => isSecret(String(key)),
  },
  {
    table: 'users',
    key: ['id'],
    column: 'setting',
    purpose: WEBHOOK_SECRET_PURPOSE,
    within: withSettingSecrets,
  },
  {
    table: 'idempotency_keys',
    key: ['user_id', 'key'],
    column: 'answer_sealed',
    purpose: ANSWER_PURPOSE,
  },
  { table: 'stored_responses', column: 'input', ...STORED_BY_USER },
  { table: 'stored_responses', column: 'response', ...STORED_BY_USER },
  { table: 'response_runs', column: 'events', ...STORED_BY_USER },
  { table: 'conversations', column: 'metadata', ...STORED_BY_USER },
  {
    table: 'conversation_items',
    key: ['user_id', 'conversation_id', 'position'],
    column: 'item',
    purpose: RESPONSE_PURPOSE,
  },
]

function isSecret(key: string): boolean {
  return isOptionKey(key) && optionRow(key).secret
}
