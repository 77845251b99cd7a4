export const USER_ARGUMENT = { name: 'user', summary: 'id or username' } as const
