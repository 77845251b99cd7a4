/** What the link of an invitation shows. */
import { OrganizationIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { call } from '../../api/client'
import { useText } from '../../app/language'
import { actFor } from '../../app/session'
import { Blank } from '../../components/page/Blank'
import { useAction } from '../../components/page/use-action'

export default function Join({ code }: { readonly code: string }) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const join = (): Promise<boolean> =>
    run(async () => {
      const { data } = await call('organisation.accept', { body: { code } })
      const own = (await call('organisation.list_own')).data
      const joined = own.find(({ id }) => id === data.organisation_id)
      if (joined === undefined) return
      const { id, name, display_name, role } = joined
      actFor({ id, name: display_name || name, role })
    })
  return (
    <Blank
      isPage
      icon={OrganizationIcon}
      title={text('org.join')}
      message={text(code === '' ? 'org.join_no_code' : 'org.join_text')}
    >
      {code !== '' && (
        <Button variant="primary" loading={isBusy} onClick={() => void join()}>
          {text('org.join_go')}
        </Button>
      )}
    </Blank>
  )
}
