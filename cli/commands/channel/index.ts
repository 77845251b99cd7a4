/** Commands about channels, in the order of help. */
import type { Command } from '../../command/command'
import { channelAdd } from './add'
import { channelBalance } from './balance'
import { channelCopy } from './copy'
import { channelDelete } from './delete'
import { channelDeleteDisabled } from './delete-disabled'
import { channelDisable } from './disable'
import { channelEnable } from './enable'
import { channelFreeze } from './freeze'
import { channelKeyAdd } from './key/add'
import { channelKeyDelete } from './key/delete'
import { channelKeyDisable } from './key/disable'
import { channelKeyList } from './key/list'
import { channelKeyMode } from './key/mode'
import { channelKeyRevive } from './key/revive'
import { channelKeyRotate } from './key/rotate'
import { channelKeySet } from './key/set'
import { channelList } from './list'
import { channelModels } from './models'
import { channelPrices } from './prices'
import { channelRecord } from './record'
import { channelRepair } from './repair'
import { channelSet } from './set'
import { channelShow } from './show'
import { channelTagDisable } from './tag/disable'
import { channelTagDrop } from './tag/drop'
import { channelTagEnable } from './tag/enable'
import { channelTagList } from './tag/list'
import { channelTagPut } from './tag/put'
import { channelTagSet } from './tag/set'
import { channelTest } from './test'
import { channelTestAll } from './test-all'
import { channelTypes } from './types'
import { channelUnfreeze } from './unfreeze'
import { upstreamModelsApply } from './upstream-models/apply'
import { upstreamModelsChannels } from './upstream-models/channels'
import { upstreamModelsIgnore } from './upstream-models/ignore'
import { upstreamModelsList } from './upstream-models/list'
import { upstreamModelsWalk } from './upstream-models/walk'
import { channelVerify } from './verify'

export const channelCommands: readonly Command[] = [
  channelAdd,
  channelList,
  channelShow,
  channelSet,
  channelCopy,
  channelEnable,
  channelDisable,
  channelFreeze,
  channelUnfreeze,
  channelDelete,
  channelTest,
  channelTestAll,
  channelRecord,
  channelVerify,
  channelBalance,
  channelModels,
  upstreamModelsList,
  upstreamModelsChannels,
  upstreamModelsWalk,
  upstreamModelsApply,
  upstreamModelsIgnore,
  channelPrices,
  channelTypes,
  channelRepair,
  channelKeyList,
  channelKeyAdd,
  channelKeyRevive,
  channelKeyRotate,
  channelKeyDisable,
  channelKeySet,
  channelKeyMode,
  channelKeyDelete,
  channelDeleteDisabled,
  channelTagList,
  channelTagPut,
  channelTagDrop,
  channelTagSet,
  channelTagEnable,
  channelTagDisable,
]
