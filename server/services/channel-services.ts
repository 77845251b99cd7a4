/** Channels, and what is sold through them. */
import type { Bind } from './bind'
import { createChannels } from './channels/create'
import { foldUsage } from './channels/fold-usage'
import { freezeChannel, unfreezeChannel, unfreezeDueChannels } from './channels/freeze'
import { autoDisableKey } from './channels/keys/auto-disable-key'
import { listChannelKeys } from './channels/keys/key-list'
import { addChannelKeys, removeChannelKey, setChannelKey, setKeyMode } from './channels/keys/keys'
import { rotateChannelKey } from './channels/keys/rotate-key'
import { listChannelPage, listTagPage, searchChannels } from './channels/list'
import { removeChannel } from './channels/remove'
import { removeDisabledChannels, removeManyChannels } from './channels/remove-many'
import { repairAbilities } from './channels/repair'
import { sealProxies } from './channels/seal-proxies'
import { setChannel } from './channels/set'
import { setTag } from './channels/set-tag'
import { showChannel } from './channels/show'
import { autoDisableChannel, disableChannel, enableChannel } from './channels/status'
import { switchTag, tagChannels } from './channels/tag'
import { refreshAllBalances, refreshBalance } from './channels/upstream/balance'
import { recordChannel } from './channels/upstream/record'
import { testChannel, testDraft } from './channels/upstream/test'
import { testBoard } from './channels/upstream/test-board'
import { draftModels, upstreamModels } from './channels/upstream/upstream-models'
import { upstreamPrices } from './channels/upstream/upstream-prices'
import { planVerify, verifyChannel } from './channels/upstream/verify'
import { listGroups } from './groups/list'
import { modelBoard } from './models/board'
import { knownModels, listEnabledModels, modelsByType } from './models/list'
import { listModelRoutes } from './models/routes'
import { billSums } from './proof/bill-sums'
import { showReceipt } from './proof/receipt'
import { linkReceipt, revokeReceiptLinks, signedReceipt } from './proof/receipt-link'
import { reconcileChannel } from './proof/reconcile-channel'
import { reportedCosts } from './proof/reported-costs'
import { explainRoute } from './routing/explain'
import { upstreamModelServices } from './upstream-model-services'

export function channelServices(bound: Bind) {
  return {
    ...upstreamModelServices(bound),
    channels: {
      create: bound(createChannels),
      list: bound(listChannelPage),
      show: bound(showChannel),
      set: bound(setChannel),
      enable: bound(enableChannel),
      disable: bound(disableChannel),
      freeze: bound(freezeChannel),
      unfreeze: bound(unfreezeChannel),
      unfreezeDue: bound(unfreezeDueChannels),
      autoDisable: bound(autoDisableChannel),
      remove: bound(removeChannel),
      removeMany: bound(removeManyChannels),
      removeDisabled: bound(removeDisabledChannels),
      search: bound(searchChannels),
      listTags: bound(listTagPage),
      tag: bound(tagChannels),
      setTag: bound(setTag),
      switchTag: bound(switchTag),
      repair: bound(repairAbilities),
      foldUsage: bound(foldUsage),
      sealProxies: bound(sealProxies),
      keys: bound(listChannelKeys),
      addKeys: bound(addChannelKeys),
      setKey: bound(setChannelKey),
      setKeyMode: bound(setKeyMode),
      removeKey: bound(removeChannelKey),
      rotateKey: bound(rotateChannelKey),
      autoDisableKey: bound(autoDisableKey),
      test: bound(testChannel),
      testDraft: bound(testDraft),
      ...testBoard(bound),
      refreshBalance: bound(refreshBalance),
      refreshAllBalances: bound(refreshAllBalances),
      upstreamModels: bound(upstreamModels),
      draftModels: bound(draftModels),
      upstreamPrices: bound(upstreamPrices),
      planVerify: bound(planVerify),
      verify: bound(verifyChannel),
      record: bound(recordChannel),
    },
    groups: { list: bound(listGroups) },
    routes: { explain: bound(explainRoute) },
    bills: {
      sums: bound(billSums),
      reconcile: bound(reconcileChannel),
      reportedCosts: bound(reportedCosts),
      receipt: bound(showReceipt),
      link: bound(linkReceipt),
      signed: bound(signedReceipt),
      revokeLinks: bound(revokeReceiptLinks),
    },
    models: {
      board: bound(modelBoard),
      enabled: bound(listEnabledModels),
      known: knownModels,
      byType: modelsByType,
      routes: bound(listModelRoutes),
    },
  } as const
}
