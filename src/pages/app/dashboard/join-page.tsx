import { api } from '../data/session.js';
import { JoinPage, type Joining } from '../shell/join-form.js';
import { MERCHANT_ROLE_WORDS } from '../parts/role-words.js';

const JOINING: Joining = {
  basePath: '/dashboard',
  words: MERCHANT_ROLE_WORDS,
  read: (token) => api.post('/web/v1/join/read', { body: { token } }),
  use: (body) => api.post('/web/v1/join', { body }),
};

/** The page to which an invitation to a merchant leads. */
export default function JoinMerchantPage() {
  return <JoinPage joining={JOINING} />;
}
