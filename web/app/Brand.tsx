/** The operator's logo, or ours. */
export function Brand({ logo }: { readonly logo: string }) {
  const src = /^(?:https?:\/\/|\/|data:image\/)/.test(logo) ? logo : '/favicon.svg'
  return <img className="brand" src={src} alt="" width={26} height={26} />
}
