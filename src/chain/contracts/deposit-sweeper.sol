// SPDX-License-Identifier: MIT
// Compiled with solc 0.8.37 (npm package `solc`, soljson 0.8.37), optimizer on with 200 runs, evmVersion paris,
// metadata.bytecodeHash none. The result stands beside this file as deposit-sweeper.json (abi, bytecode, deployedBytecode,
// and immutableReferences: by name the places in deployedBytecode, counted in bytes, where 32 bytes are put in).
pragma solidity ^0.8.20;

/// What deposit addresses delegate to (EIP-7702) so that the tokens of many of them move in one transaction. It can
/// send tokens to one address only, which is fixed in its code when it is deployed, as is who may set it off. It has
/// no storage, no owner, and takes no coins: nobody can change it, and nothing can be left in it.
contract DepositSweeper {
    /// Where every token goes: the hot wallet.
    address public immutable destination;
    /// Who may set it off, and pays the gas: the wallet that deployed it.
    address public immutable operator;
    /// This contract, also while its code runs at a deposit address.
    address private immutable self;

    constructor(address destination_) {
        destination = destination_;
        operator = msg.sender;
        self = address(this);
    }

    /// A deposit address still takes native coin. What it took, this code can't send anywhere.
    receive() external payable {}

    /// For the operator, called on this contract: all of them, or none.
    function collect(address token, address[] calldata from, uint256[] calldata amounts) external {
        require(msg.sender == operator, "not the operator");
        for (uint256 i = 0; i < from.length; i++) DepositSweeper(payable(from[i])).sweep(token, amounts[i]);
    }

    /// Runs at a deposit address, called by this contract.
    function sweep(address token, uint256 amount) external {
        require(msg.sender == self, "not the sweeper");
        // transfer(address,uint256), of a token that answers true or, like USDT, nothing
        (bool done, bytes memory answer) = token.call(abi.encodeWithSelector(0xa9059cbb, destination, amount));
        require(done && (answer.length == 0 || abi.decode(answer, (bool))), "the token refused");
    }
}
