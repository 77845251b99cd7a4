import { LinkExternalIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { call } from '../../api/client'
import { useText } from '../../app/language'
import { useAction } from '../page/use-action'

/** Leads to the pages of a payment service where its customer manages cards and renewals. */
export default function PortalButton({ service }: { readonly service: TextKey }) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const open = () =>
    run(async () => {
      const { data } = await call('payment.portal')
      location.assign(data.url)
    })
  return (
    <Button
      variant="link"
      trailingVisual={LinkExternalIcon}
      loading={isBusy}
      onClick={() => void open()}
    >
      {text('wallet.portal', { service: text(service) })}
    </Button>
  )
}
