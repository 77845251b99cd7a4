import { ShieldCheckIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { call } from '../../api/client'
import { useText } from '../../app/language'
import { useToast } from '../../app/Toasts'
import { useAction } from '../../components/page/use-action'

/** Whether somebody has edited entries behind the back of the gateway. */
export function VerifyButton() {
  const { text } = useText()
  const toast = useToast()
  const { isBusy, run } = useAction()
  const verify = async (): Promise<void> => {
    const { data } = await call('audit.verify')
    const { linked, waiting, problem } = data
    if (problem === null) return toast.success(text('audit.agrees', { linked, waiting }))
    const { kind, chain: place, id } = problem
    toast.warn(text('audit.differs', { kind: text(`reason.audit_${kind}`), place, id }))
  }
  return (
    <Button leadingVisual={ShieldCheckIcon} loading={isBusy} onClick={() => void run(verify)}>
      {text('audit.verify')}
    </Button>
  )
}
