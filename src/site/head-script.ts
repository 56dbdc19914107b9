/**
 * Runs in the head before the first paint (decisions §1): an address without a language follows the stored preference, and
 * `data-session="in"` lets CSS show the right half of the header with no flash. Small, constant, named by hash in the policy.
 */
export const headScript =
  `(function(d,l){try{var s=localStorage,p=l.pathname;` +
  `if(s.getItem("lang")==="ar"&&!/^\\/ar(\\/|$)/.test(p)){d.hidden=true;l.replace("/ar"+(p==="/"?"":p)+l.search+l.hash)}` +
  `if(s.getItem("user-token"))d.dataset.session="in"}catch(e){}})(document.documentElement,location)`;
