import { GiftIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { call } from '../../api/client'
import { refresh, useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { useToast } from '../../app/Toasts'
import { Card } from '../../components/page/Card'
import { useAction } from '../../components/page/use-action'

/** Credit once a day, where the operator gives some. */
export function CheckIn() {
  const { text } = useText()
  const format = useFormat()
  const toast = useToast()
  const { isBusy, run } = useAction()
  const { check_in_credit } = useSite()
  const { data } = useEndpoint('account.check_in_state')
  const { credit = check_in_credit, checked_in = false } = data ?? {}
  const claim = async (): Promise<void> => {
    await run(async () => {
      const answer = await call('account.check_in')
      toast.success(text('wallet.check_in_done', { quota: format.quota(answer.data) }))
    })
    await Promise.all(['user', 'account'].map(refresh))
  }
  return (
    <Card
      icon={GiftIcon}
      title={text('wallet.check_in_title')}
      description={text('wallet.check_in_text', { quota: format.quota(credit) })}
    >
      <Button
        loading={isBusy}
        disabled={data === undefined || checked_in}
        onClick={() => void claim()}
      >
        {text(checked_in ? 'wallet.checked_in' : 'wallet.check_in')}
      </Button>
    </Card>
  )
}
