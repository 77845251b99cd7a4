import type { Generated } from 'kysely'
import type { KeyMode } from '../../server/domain/channels/keys'
import type { channelFields } from '../../server/domain/nouns/channel'
import type { Stored } from '../../server/domain/nouns/noun-starts'

type Flag = 0 | 1

type Narrowed = 'id' | 'tag' | 'auto_ban' | 'allow_private' | 'key_mode'

export interface ChannelsTable extends Omit<Stored<typeof channelFields>, Narrowed> {
  id: Generated<number>
  key_sealed: string
  /** Keyed hash, so that search can match a full key without opening any. */
  key_hash: string
  auto_ban: Flag
  tag: string | null
  /** 1 when root created it: private addresses are then allowed. */
  allow_private: Flag
  /** The proxy's full address when it has a password; `setting` has it without. */
  proxy_sealed: Generated<string>
  /** JSON: all its keys when it has several, `key_sealed` among them; "" for one. */
  keys: Generated<string>
  /** How one of several keys is chosen; "" where there is one. */
  key_mode: Generated<KeyMode | ''>
  /** Epoch ms: what it rested for before then is forgotten. */
  revived_at: Generated<number>
}

/** What a node lets rest because it has failed there. */
export interface CooldownsTable {
  node: string
  channel_id: number
  /** 0 where the whole channel rests. */
  key_id: number
  /** "" where it rests for every model. */
  model: string
  since_at: number
  until_at: number
  /** What the upstream said, without any key. */
  reason: string
}
